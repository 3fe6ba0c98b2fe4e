/** The MDA of a complaint whose citizen does not know which one: oversight finds it. No list of MDAs holds it. */
export const unknownMda = '00000000-0000-0000-0000-000000000000';
