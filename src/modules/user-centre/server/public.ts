export { createDirectory } from './directory.ts';
export { departmentPaths } from './department.tree.ts';
