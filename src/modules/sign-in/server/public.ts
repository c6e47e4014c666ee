export { beginBrowser, finishBrowser } from './browser/terminal-browser.ts';
export { blockAddress } from './block-address.ts';
export { confirmGuard, confirmSubject, holdChange, openGuard, rollingBack, undoGuard } from './guard.ts';
export { notifyByWechat } from './wechat/notify-by-wechat.ts';
