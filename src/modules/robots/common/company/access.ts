import { robotService } from '../permissions.ts';

const { company, companyDetail } = robotService;

/** Codes for reading robots of the company, in the list or one of them. The codes of the second frame open the same. */
export const mayRead = { anyOf: [company.code, companyDetail.code] } as const;
/** A button of the list. */
export const onList = (verb: keyof typeof company.button) => ({ code: company.button[verb] }) as const;
/** A button of one robot. */
export const onDetail = (verb: keyof typeof companyDetail.button) => ({ code: companyDetail.button[verb] }) as const;
/** A button that stands in the list and at one robot. */
export const onBoth = (verb: keyof typeof company.button & keyof typeof companyDetail.button) =>
  ({ anyOf: [company.button[verb], companyDetail.button[verb]] }) as const;
