const dayMillis = 86_400_000;

/** For how many days the account of somebody who left is given to nobody else. */
const accountReuseDays = 180;

/** The same in milliseconds. */
export const accountReuseMillis = accountReuseDays * dayMillis;
