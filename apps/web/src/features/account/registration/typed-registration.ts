import { tabStorage } from '@baraza/app';

const key = 'typedRegistration';

/** Registration fields kept for people who come back to correct their address. Passwords are not kept. */
interface Typed {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone?: string;
}

/** Chosen photo. Session storage cannot hold files, so it is lost when the page reloads. */
let photoOfIt: File | null = null;

export function holdTyped({ first_name, last_name, email, phone = '' }: Typed, photo: File | null): void {
  tabStorage.set(key, JSON.stringify({ first_name, last_name, email, phone }));
  photoOfIt = photo;
}

/** Returns the fields of the registration whose code has not been entered yet. */
export function heldTyped(): Partial<Typed> {
  try {
    return JSON.parse(tabStorage.get(key) ?? '{}') as Partial<Typed>;
  } catch {
    return {};
  }
}

export const heldPhoto = (): File | null => photoOfIt;

export function dropTyped(): void {
  tabStorage.remove(key);
  photoOfIt = null;
}
