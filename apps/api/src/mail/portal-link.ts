/** Returns the address of a complaint in the portal. */
export function portalLink(publicUrl: string, complaintId: string): string {
  return `${publicUrl}/app/complaint/complaint-details/${complaintId}`;
}
