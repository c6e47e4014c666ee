import { subject } from '#kit/console/page/subject.ts';
import { robotLog, robotStatistics } from '../../common/company/log.contract.ts';
import { robot, robotGroupList } from '../../common/company/robot.contract.ts';

/** Texts by which robots are labelled. */
export const robotSubject = subject('robots', 'robot');
/** Texts of the log of a robot. */
export const logSubject = subject('robots', 'robotLog');
/** Texts of the groups of a robot. */
export const groupSubject = subject('robots', 'robotGroup');

/** What is read again after something was done to a robot. */
export const robotReadings = [robot.list, robot.get, robotGroupList, robotLog, robotStatistics] as const;
