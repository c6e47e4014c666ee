export { mrmFunctions, type MrmAbilities } from './role/mrm-functions.ts';
