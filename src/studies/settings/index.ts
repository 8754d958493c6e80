/** Values of a model that users change by their paths: `--set` and the varied values of studies. */
export {
  checkSettingUnit,
  findSetting,
  parseSettings,
  parseValue,
  type Setting,
  SettingsTree,
  type WrittenValue,
} from './settings.ts'
