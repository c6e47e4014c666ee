export { rotateKey } from './keys/encryption.service.ts';
