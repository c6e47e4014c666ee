export { noteInAccounts, type AccountEvent } from './account-log.ts';
export { noteWrites } from './note-writes.ts';
export { fanCounts, fansOf, modeOfRank, reachOf, standingsOf, type Standing } from './fans.ts';
export { accountInReach, accountsInReach, assertWorks, throughAccount, type WorkRight } from './reach.ts';
export { whyNoFans, type WhyNot } from './why-not.ts';
