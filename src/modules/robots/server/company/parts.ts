import { said, type AuditWords } from '#kit/server/audit/words.ts';
import { moduleParts } from '#kit/server/crud/module-parts.ts';
import type { Services } from '#kit/server/services.ts';
import { sendStepsOf } from '#modules/messaging/server/public.ts';
import { commands } from './commands.ts';
import { logRoutes } from './log.routes.ts';
import { replies } from './replies.ts';
import { robotRoutes } from './robot.routes.ts';
import { robotRadar } from './robot.radar.ts';
import { robotKind, robots } from './robots.ts';
import { robotEars } from './talk/hear.ts';
import { trialRoutes } from './trial.routes.ts';

const words: AuditWords = {
  'robot.approve': said('批准了机器人', 'Approved robots', 'ロボットを承認した'),
  'robot.reject': said('驳回了机器人', 'Rejected robots', 'ロボットを却下した'),
  'robot.transfer': said('移交了机器人', 'Gave robots another owner', 'ロボットの所有者を変更した'),
  'robot.secret': said('更换了机器人的密钥', 'Changed a key of a robot', 'ロボットのキーを変更した'),
  'robot.test': said('测试了机器人', 'Tried a robot', 'ロボットをテストした'),
  'robot.replay': said('重放了机器人的调用', 'Sent a call of a robot again', 'ロボットの呼び出しを再実行した'),
  'robotGroup.add': said('将机器人加入了群', 'Put a robot into groups', 'ロボットをグループに参加させた'),
  'robotGroup.remove': said('将机器人移出了群', 'Took a robot out of groups', 'ロボットをグループから外した'),
};

/** Company robots as a part of the module. */
export const companyParts = moduleParts({ ...robots, routes: robotRoutes, kinds: [robotKind] }, commands, replies, {
  routes: [...logRoutes, ...trialRoutes],
  words: [words],
  radarKinds: robotRadar,
});

/** Lets robots hear what is written in their groups. */
export const startCompany = (services: Services): void => sendStepsOf(services).add(robotEars(services));
