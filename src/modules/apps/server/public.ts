export { appByKey, findApp, readApps, type KnownApp } from './known-app.ts';
export { appInRange, inApp } from './in-app.ts';
export { bucketOf } from './offer/offer.ts';
export { buildKeyOf } from './version/build-key.ts';
export { putOnline as putVersionOnline } from './version/shelf.routes.ts';
export { endingMail, mailNoticePeople } from './release/notice-mail.ts';
export { appKind } from './app/app.ts';
