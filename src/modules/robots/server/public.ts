export { replyAsRobot, sendAsRobot, type OpenRobotRefused, type OpenRobotSent } from './company/open.ts';
export { mrmFunctions, type MrmAbilities } from './role/mrm-functions.ts';
export { robotSettings } from './setting/robot-settings.ts';
export { digestPartsOf, type DigestLine } from './assistant/digest-parts.ts';
