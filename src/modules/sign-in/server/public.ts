export { blockAddress } from './block-address.ts';
export { confirmGuard, holdChange, openGuard, rollingBack, undoGuard } from './guard.ts';
