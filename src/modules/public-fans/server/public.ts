export { blockFans } from './fans/fan-writes.ts';
export { fansOfTags, missingTags, type TagChoice } from './tags/tag-sql.ts';
