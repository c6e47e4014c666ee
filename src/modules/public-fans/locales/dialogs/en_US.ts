import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  'fanTag.mergeTitle': 'Merge tags',
  'fanTag.mergeHint': 'The fans of {names} get the chosen tag; these tags are then deleted.',
  'fanTag.mergeInto': 'Merge into',
  'fanTag.ruleHint': 'All conditions must hold; of several departments, or of several dynamic groups, one is enough.',
  'fanTag.overlap': 'Tags with the same fans',
  'fanTag.shared': '{count} people',
  'fanTag.add': 'Add tag',
  'fanTag.edit': 'Edit tag',
  'fan.curveNote': 'Counts those who follow and leave by themselves',
  'fan.tagCount': '{count} people will be updated',
  'fan.tag': 'Add tags',
  'fan.untag': 'Remove tags',
  'comment.reply': 'Reply',
  'comment.close': 'Close comments',
  'comment.block': 'Block author',
  'comment.field.closeAfterDays': 'Closes after (days, 0 = never)',
};
