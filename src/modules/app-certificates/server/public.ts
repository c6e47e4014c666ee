export { currentCertificate, type UsedCertificate } from './current-certificate.ts';
