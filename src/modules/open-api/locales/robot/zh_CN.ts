export const zh_CN = {
  'function.robot/send.title': '以机器人身份发消息',
  'function.robot/send.summary': '授权范围内的机器人向其所在的群或人员发送消息。',
  'function.robot/reply.title': '回复机器人事件',
  'function.robot/reply.summary': '在 30 分钟内凭事件令牌，以机器人身份在该群中回复。',
  'input.robot': '机器人编码',
  'input.message': '消息：kind（text、markdown 或 card）及同名内容，可含 mention',
  'input.token': '事件中的令牌',
};
