/** Functions of the roles of robots, in their groups. */
export const mrmGroups = {
  robot: ['robot.create', 'robot.addToGroup', 'robot.readAll', 'robot.in', 'robot.out', 'robot.command', 'robot.schedule', 'robot.atAll'],
  assistant: ['assistant.use', 'assistant.awayReply', 'assistant.keywordReply', 'assistant.digest'],
  mika: ['mika.use', 'mika.write'],
  todo: ['todo.transfer', 'todo.delegate'],
} as const;
/** What a person may do with robots, assistants, mika and to-dos. */
export type MrmFunction = (typeof mrmGroups)[keyof typeof mrmGroups][number];
/** Every function. */
export const mrmFunctionNames: readonly [MrmFunction, ...MrmFunction[]] = [
  'robot.create',
  ...mrmGroups.robot.slice(1),
  ...mrmGroups.assistant,
  ...mrmGroups.mika,
  ...mrmGroups.todo,
];
const risky: readonly MrmFunction[] = ['robot.readAll', 'robot.in', 'robot.out', 'robot.atAll'];
/** What these roles can give; the risky ones read what others write, open a door from outside, or reach many at once. */
export const mrmWords = { functions: mrmFunctionNames, groups: mrmGroups, risky };

/** Numbers that a role may set, with the usual value and the most. */
export const mrmLimits = {
  robots: { usual: 5, most: 50 },
  schedules: { usual: 20, most: 200 },
  commandsPerRobot: { usual: 50, most: 200 },
  callsPerDay: { usual: 2000, most: 100_000 },
} as const;
/** A number that a role may set. */
export type MrmLimit = keyof typeof mrmLimits;
/** These numbers, in their order. */
export const mrmLimitNames = ['robots', 'schedules', 'commandsPerRobot', 'callsPerDay'] as const satisfies readonly MrmLimit[];
