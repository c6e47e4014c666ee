export { openAdverts } from './active-adverts.ts';
export { sendPicture } from './picture.ts';
