/** The product can't start for a reason its operator can mend; the message is a whole sentence to print without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
