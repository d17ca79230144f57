/** An error whose message is written for the user, in their language. It is shown, and not logged: the log is English. */
export class UserError extends Error {}
