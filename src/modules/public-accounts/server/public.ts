export { countsForAccounts, onAccountTurn, onFollow, type AccountTurn, type FirstFollow, type FollowHook } from './account-hooks.ts';
export { noteInAccounts, type AccountEvent } from './account-log.ts';
export { noteWrites } from './note-writes.ts';
export { accountsFor, type AccountFor } from './accounts-for.ts';
export { fansOf, modeOfRank, reachOf, standingsOf, type Standing } from './fans.ts';
export { firstOpen, standingTo } from './follow.ts';
export { hoursEnd, inHours } from './hours.ts';
export {
  accountInReach,
  accountsInReach,
  accountsOf,
  assertMay,
  assertSees,
  assertWorks,
  throughAccount,
  unseen,
  type WorkRight,
} from './reach.ts';
export { mpmSettings } from './settings.ts';
export { whyNoFans, type WhyNot } from './why-not.ts';
export { throughAccountNaming } from './named-members.ts';
