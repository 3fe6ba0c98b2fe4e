/** People are citizens or staff; the role of a member of staff says what the desk lets them do. */
export const staffRoles = ['officer', 'supervisor', 'administrator', 'oversight', 'agent'] as const;
export type StaffRole = (typeof staffRoles)[number];
export type Role = 'citizen' | StaffRole;

/** Roles that answer complaints of their own MDA. */
export const mdaRoles = ['officer', 'supervisor'] as const satisfies readonly StaffRole[];
/** Roles that may read complaints at the desk. An administrator reads no complaint. */
export const readerRoles = ['officer', 'supervisor', 'oversight'] as const satisfies readonly StaffRole[];
/** Roles that file complaints for others. An agent works at a centre and reads what it filed, nothing else. */
export const counterRoles = [...mdaRoles, 'agent'] as const satisfies readonly StaffRole[];
/** Groups of calls that the token of a program is made for. */
export const scopes = ['complaint:read', 'complaint:act', 'complaint:file', 'report:read', 'event:read'] as const;
export type ProgramScope = (typeof scopes)[number];

export const anyRole = ['citizen', ...staffRoles] as const satisfies readonly Role[];
