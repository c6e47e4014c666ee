export { mrmFunctions, type MrmAbilities } from './role/mrm-functions.ts';
export { readRobotSettings, robotSettings } from './setting/robot-settings.ts';
