/** Last name and phone of the owner, which none of their texts contains. */
export const lastName = 'Onyekachukwu';
export const phone = '+234 803 555 0192';
