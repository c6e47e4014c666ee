export { crowdKind } from './crowd.kind.ts';
export { underSql } from './members.sql.ts';
