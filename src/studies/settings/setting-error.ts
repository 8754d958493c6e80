import { VarioError } from '../../base/index.ts'

/** An error of a setting: `hint` is a remedy, on its own line. */
export function settingError(message: string, hint = ''): VarioError {
  return new VarioError('SETTING', message, { hint })
}
