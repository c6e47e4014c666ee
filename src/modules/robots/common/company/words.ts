/** What a robot is made for: what a new one begins with. */
export const robotPresets = ['empty', 'alert', 'form', 'quiz', 'duty'] as const;
/** What a robot is made for. */
export type RobotPreset = (typeof robotPresets)[number];
/** Pictures of robots that every terminal draws. */
export const robotAvatars = ['robot', 'bell', 'calendar', 'chart', 'form', 'shield', 'question', 'tools'] as const;
/** What a robot hears: what names it, or every message of its groups. */
export const robotReads = ['mentions', 'all'] as const;
/** Whether somebody has still to agree to a robot. */
export const robotApprovals = ['none', 'requested', 'rejected'] as const;
/** How a robot stands. */
export const robotStates = ['requested', 'rejected', 'enabled', 'disabled'] as const;
/** How a robot stands. */
export type RobotState = (typeof robotStates)[number];
/** Shapes of messages that the hook takes: its own, and those of other products, unchanged. */
export const foreignShapes = ['own', 'wecom', 'dingtalk', 'feishu', 'slack', 'alertmanager', 'grafana', 'mapped'] as const;
/** A shape of messages that the hook takes. */
export type ForeignShape = (typeof foreignShapes)[number];
/** What is told to the address of a robot. */
export const robotEvents = ['mention', 'command', 'message', 'joined', 'left'] as const;
/** What is told to the address of a robot. */
export type RobotEvent = (typeof robotEvents)[number];
/** Keys of a robot. */
export const robotKeys = ['token', 'signKey', 'out'] as const;
/** A key of a robot. */
export type RobotKeyName = (typeof robotKeys)[number];
/** Which way a line of the log went. */
export const logDirections = ['in', 'out', 'command', 'reply', 'schedule', 'open'] as const;
/** Which way a line of the log went. */
export type LogDirection = (typeof logDirections)[number];
/** What became of it. */
export const logStatuses = ['done', 'refused', 'failed'] as const;
/** What became of it. */
export type LogStatus = (typeof logStatuses)[number];
/** What a command does. */
export const commandKinds = ['text', 'event', 'interface'] as const;
/** How a keyword reply finds its words. */
export const replyMatches = ['exact', 'contains', 'startsWith'] as const;
/** Types of arguments of commands. */
export const argumentTypes = ['text', 'number', 'date', 'choice', 'employee'] as const;

/** Keyword replies of a robot. */
export const mostReplies = 200;
/** Arguments of a command. */
export const mostArguments = 10;
/** Minutes within which an event is answered by its token. */
export const replyMinutes = 30;
/** Failures in a row after which nothing is told to an address any more. */
export const failuresToPause = 20;
