export { addOpenGroup, changeOpenMembers, openGroupIn, updateOpenGroup, type OpenActor } from './open-groups.ts';
