import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  'error.17051': 'Unknown template {code}',
  'error.17052': 'Data do not fit the template: {path} {reason}',
  'error.17053': 'The system “{name}” is disabled',
  'error.17054': 'The template “{name}” is disabled',
  'error.17055': 'No such person: {value}',
  'error.17056': 'Too many people: at most {n}',
  'error.17057': 'This outId was pushed with other content',
  'error.17058': 'The item is closed',
  'error.17059': 'The form has a newer stage; open it again',
  'error.17060': 'The action is not offered to you',
  'error.17061': 'The version can’t be changed once published',
  'error.17062': 'You are not a manager of this system',
  'error.17063': 'The system still has {n} items; disable it instead',
  'error.17064': 'Already answered by {name}',
  'error.17065': 'The system refused: {message}',
  'error.17066': 'Your answer is being sent; it can’t be changed now',
  'error.17067': 'The open items hit by this change are {n}, not {m}',
  'error.17068': 'The rules form a circle: {path}',
  'error.17069': 'Only its own system may do this',
};
