/** Copies the named properties of an object, or columns of a table. */
export function pick<T, const K extends readonly (keyof T)[]>(object: T, names: K): Pick<T, K[number]> {
  return Object.fromEntries(names.map((name) => [name, object[name]])) as Pick<T, K[number]>;
}
