export { fansOfTags, missingTags, type TagChoice } from './tags/tag-sql.ts';
export { tagTitles } from './tags/tag-names.ts';
