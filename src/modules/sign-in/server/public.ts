export { confirmGuard, holdChange, openGuard, rollingBack, undoGuard } from './guard.ts';
