import type { zh_CN } from './zh_CN.ts';

export const en_US: Record<keyof typeof zh_CN, string> = {
  'import.step.map': 'Match columns',
  'import.mapHint': 'Check what each column of your file is. We suggested a match from its title and values.',
  'import.mapFile': 'Column in your file',
  'import.mapSamples': 'Examples',
  'import.mapTo': 'Imported as',
  'import.mapOf': '“{title}” is imported as',
  'import.mapKeep': 'Keep its title',
  'import.mapNot': 'Not imported',
  'import.mapUntitled': 'Column {number}',
  'import.mapMissing': 'Still needed: {columns}',
  'import.doneHint': 'The import is finished. The result is below; the whole batch can be reverted.',
};
