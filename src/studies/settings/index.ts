/** Values of a model that users change by their paths: `--set` and the varied values of studies. */
export {
  checkSettingUnit,
  findSetting,
  parseSettings,
  type Setting,
  SettingsTree,
} from './settings.ts'
