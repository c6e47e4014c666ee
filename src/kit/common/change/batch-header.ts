/** Header of an answer: the batch of the journal that the call wrote, where whoever called may undo it. */
export const batchHeader = 'change-batch';
