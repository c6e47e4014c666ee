import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  'function.robot/send.title': 'Send as a robot',
  'function.robot/send.summary': 'Lets a robot in the range of the grant write into groups that it is in, and to people.',
  'function.robot/reply.title': 'Answer an event of a robot',
  'function.robot/reply.summary': 'Answers within 30 minutes, by the token of the event, in the group in which it happened.',
  'input.robot': 'Code of the robot',
  'input.message': 'The message: kind (text, markdown or card) with a member of that name, and mention',
  'input.token': 'The token of the event',
};
