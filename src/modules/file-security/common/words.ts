/** Kinds of file rules with the actions that each of them holds. */
export const actionsOf = {
  download: ['download', 'saveToAlbum', 'openWith', 'offline'],
  send: ['send', 'forward', 'sendExternal', 'upload'],
  preview: ['preview', 'copyText', 'print', 'screenshot'],
} as const;
/** A kind of file rules. */
export type RuleKind = keyof typeof actionsOf;
/** Kinds of file rules. */
export const ruleKinds = ['download', 'send', 'preview'] as const satisfies readonly RuleKind[];
/** Something that somebody does with a file. */
export type FileAction = (typeof actionsOf)[RuleKind][number];
/** Everything that somebody does with a file. */
export const fileActions = [...actionsOf.preview, ...actionsOf.download, ...actionsOf.send] as const;
/** The kind of rules that holds an action. */
export const kindOf = (action: FileAction): RuleKind =>
  ruleKinds.find((kind) => (actionsOf[kind] as readonly string[]).includes(action)) ?? 'preview';

/** Functions of roles in their groups: what a person may do with files at all. */
export const functionGroups = {
  look: ['file.preview', 'file.copyText', 'file.print'],
  take: ['file.download', 'file.offline', 'file.openWith', 'file.saveToAlbum', 'file.export'],
  give: ['file.send', 'file.forward', 'file.sendExternal', 'file.upload', 'file.setLevel'],
} as const;
/** A function of a role. */
export type FileFunction = (typeof functionGroups)[keyof typeof functionGroups][number];
/** Every function. */
export const fileFunctions: readonly [FileFunction, ...FileFunction[]] = [
  'file.preview',
  'file.copyText',
  'file.print',
  ...functionGroups.take,
  ...functionGroups.give,
];
const risky: readonly FileFunction[] = ['file.sendExternal', 'file.export'];
/** What roles can give; by the risky ones files leave the company. */
export const fileWords = { functions: fileFunctions, groups: functionGroups, risky };
/** The function that an action needs; screenshots need none. */
export const functionFor = (action: FileAction): FileFunction | undefined => fileFunctions.find((one) => one === `file.${action}`);

/** Types of files, by their content; `locked`: an archive that can’t be looked into, for it is encrypted, damaged or too large. */
export const fileTypes = [
  'document',
  'sheet',
  'slides',
  'pdf',
  'image',
  'video',
  'audio',
  'archive',
  'text',
  'program',
  'locked',
  'other',
] as const;
/** A type of files. */
export type FileType = (typeof fileTypes)[number];

/** Levels of secrecy: public, internal, confidential, secret. */
export const levels = [0, 1, 2, 3] as const;
/** A level of secrecy. */
export type Level = (typeof levels)[number];

/** What a rule does. */
export const effects = ['allow', 'allowWith', 'block'] as const;
/** Whether a rule decides, or only counts what it would decide. */
export const modes = ['observe', 'enforce'] as const;
/** Where the terminal is. */
export const places = ['any', 'inside', 'outside'] as const;
/** Whom a rule of sending asks for among the recipients. */
export const ruleTargets = ['anybody', 'ownDepartment', 'otherDepartment', 'external'] as const;
/** Whom a send permission means. */
export const sendTargets = ['people', 'anybody', 'ownDepartment', 'external'] as const;

/** Groups of settings of a role. */
export const configGroups = ['bind', 'unbind', 'signUnlock', 'screenshot', 'watermark'] as const;
/** A group of settings of a role. */
export type ConfigGroup = (typeof configGroups)[number];

/** Where a screenshot is prevented and reported. */
export const screenPlaces = ['all', 'files', 'chat', 'contacts'] as const;
/** Where a watermark is drawn. */
export const markPlaces = ['preview', 'chat', 'contacts', 'applications'] as const;
/** How a terminal is unlocked. */
export const unlockKinds = ['gesture', 'pin', 'biometric'] as const;

/** Steps of a decision in their order. */
export const stepNames = [
  'device',
  'reach',
  'hold',
  'function',
  'limits',
  'allowList',
  'outerNet',
  'sendUser',
  'rules',
  'conditions',
] as const;
/** A step of a decision. */
export type StepName = (typeof stepNames)[number];
/** The number of a step, from 1. */
export const stepNumber = (name: StepName): number => stepNames.indexOf(name) + 1;

/** What is decided. */
export const verdicts = ['allow', 'allowWith', 'block'] as const;
/** What is decided. */
export type VerdictWord = (typeof verdicts)[number];

/** Whose a device is, and what it is held like. */
export const deviceOwnerships = ['unknown', 'private', 'company'] as const;
/** What a device is held like. */
export const deviceForms = ['phone', 'tablet', 'computer'] as const;

/** Answered to who does not see everything and would change rules that hold for the whole company. */
export const needsWholeCompany = 18203;
