/** A reason to refuse a row: the field and why. */
export class RowFault extends Error {}
