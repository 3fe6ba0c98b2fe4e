/** The last name and the phone of the owner, which stand in nothing they wrote. */
export const lastName = 'Onyekachukwu';
export const phone = '+234 803 555 0192';
