import { ApiError, message } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { useEffect, useId, useRef, useState, type ChangeEvent, type FormEvent } from 'react';
import { afterTouch } from '../browser/after-start.ts';
import { useErrorTitle } from '../browser/document-title.ts';
import { createFailureToast } from '../page/notify.ts';
import { firstIssues, generalText, inOrder, nameStranger, type Errors, type Issue } from './form-errors.ts';
import { errorText, say } from '../language/texts.ts';
import { useOnReconnect } from '../api/use-online.ts';

type Values = Record<string, string>;

interface Schema<Out> {
  safeParse: (
    values: unknown,
  ) => { success: true; data: Out } | { success: false; error: { issues: readonly Issue[] } };
}

export interface FormOptions<Out, V extends Values> {
  /** A function loads it, with the library of schemas, once somebody uses the page. */
  readonly schema: Schema<Out> | (() => Promise<Schema<Out>>);
  readonly initial: V;
  /** Labels of the fields on screen, also of those without text, such as `files`. */
  readonly labels: Record<keyof V & string, string> & Record<string, string>;
  /** Converts the values of the fields to the schema's input, where they differ. */
  readonly prepare?: (values: V) => unknown;
  readonly check?: (values: V) => Errors;
  readonly submit: (values: Out) => Promise<void>;
  /** Shows 'All fields are required' whichever is missing, as the specification requires here. */
  readonly isAllRequired?: boolean;
  /** Prefix of the ids; by default unique, since a screen may have several forms. */
  readonly prefix?: string;
}

/** Errors for the summary above the form. */
export interface Problem {
  readonly message: string | undefined;
  readonly items: { id: string; text: string }[];
  readonly attempt: number;
}

/** 'All fields are required' stands only in the summary: a field would not say which. */
const fieldText = (text: string) => (text === message.required ? t`This field is required.` : say(text));

/** Manages a form over a schema of the contract; validates on submit and never loses typed values. */
export function useForm<Out, V extends Values>(options: FormOptions<Out, V>) {
  const own = useId();
  const { schema, labels, prepare, check, submit, isAllRequired = false, prefix = own } = options;
  const [values, setValues] = useState<V>(options.initial);
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  /** The last submit got no response: its error disappears when the connection is back. */
  const isUnanswered = useRef(false);
  const [toast] = useState(createFailureToast);
  const loadSchema = async () => (typeof schema === 'function' ? schema() : schema);
  // oxlint-disable-next-line react/exhaustive-deps -- once
  useEffect(() => afterTouch(() => void loadSchema().catch(() => undefined)), []);
  useErrorTitle(problem !== null, t`Error:`);

  const id = (name: string) => prefix + name;
  /** Clears the error of a field once it changes: an error beside a filled field confuses. */
  const clearError = (name: string) =>
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== name)));
  const set = (name: keyof V & string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    // An editor that has just mounted reports its initial value.
    if (values[name] !== value) clearError(name);
  };

  const fail = (found: Errors, text: string) => {
    const general = nameStranger(found, labels, text);
    const items = inOrder(found, labels).map(({ field, text }) => ({
      id: id(field),
      text: `${labels[field]}: ${fieldText(text)}`,
    }));
    setErrors(Object.fromEntries(Object.entries(found).map(([name, text]) => [name, fieldText(text)])));
    // The summary does not repeat the text of its only item.
    const isSaid = items.length === 1 && items[0]!.text.endsWith(general);
    setProblem((before) => ({ message: isSaid ? undefined : general, items, attempt: (before?.attempt ?? 0) + 1 }));
    return general;
  };
  const generalWords = (found: Errors): string => {
    const [[name, text] = ['', ''], ...more] = Object.entries(found);
    if (text !== message.required || more.length > 0 || isAllRequired) return say(generalText(found));
    return `${labels[name] ?? name}: ${fieldText(text)}`;
  };
  useOnReconnect(() => {
    if (!isUnanswered.current) return;
    isUnanswered.current = false;
    setProblem(null);
    toast.clear();
  });

  const findErrors = async (typed: V) => {
    const parsed = (await loadSchema()).safeParse(prepare ? prepare(typed) : typed);
    return { parsed, found: { ...(parsed.success ? {} : firstIssues(parsed.error.issues)), ...check?.(typed) } };
  };
  /** Shows the errors of these fields alone; returns whether there are none. */
  const checkFields = async (names: readonly string[], event: FormEvent<HTMLFormElement>): Promise<boolean> => {
    event.preventDefault();
    const typed = withTyped(values, event.currentTarget);
    setValues(typed);
    const all = (await findErrors(typed)).found;
    const found = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
    if (Object.keys(found).length > 0) fail(found, generalWords(found));
    else setProblem(null);
    return Object.keys(found).length === 0;
  };

  /** Sends values that are known to be valid. */
  const send = async (parsed: Out) => {
    busy.current = true;
    isUnanswered.current = false;
    setPending(true);
    try {
      await submit(parsed);
      setErrors({});
      setProblem(null);
    } catch (error) {
      isUnanswered.current = error instanceof ApiError && error.status === 0;
      toast.show(fail(error instanceof ApiError ? error.fields : {}, errorText(error)));
    } finally {
      busy.current = false;
      setPending(false);
    }
  };

  const trySubmit = async (event?: FormEvent<HTMLFormElement>) => {
    if (busy.current) return;
    toast.clear();
    const typed = event ? withTyped(values, event.currentTarget) : values;
    setValues(typed);
    busy.current = true;
    try {
      const { parsed, found } = await findErrors(typed);
      if (Object.keys(found).length === 0 && parsed.success) await send(parsed.data);
      else fail(found, generalWords(found));
    } catch (error) {
      toast.show(fail({}, errorText(error)));
    } finally {
      busy.current = false;
    }
  };

  const onSubmit = (event?: FormEvent<HTMLFormElement>): void => {
    event?.preventDefault();
    void trySubmit(event);
  };

  /** Props of a field of the UI package: `<TextField {...form.field('title')} />`. */
  const field = (name: keyof V & string) => ({
    id: id(name),
    name,
    label: labels[name],
    value: values[name] ?? '',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      set(name, event.target.value),
    error: errors[name],
    errorPrefix: t`Error:`,
  });

  const reset = (next: V) => {
    setValues(next);
    setErrors({});
    setProblem(null);
  };
  return {
    values,
    set,
    field,
    errors,
    problem,
    pending,
    send,
    onSubmit,
    checkFields,
    fail,
    clearError,
    reset,
    id,
    formId: id('form'),
  };
}
/** Returns the values in the page: a password manager fills fields without an event. */
function withTyped<V extends Values>(values: V, form: HTMLFormElement): V {
  // A select whose choices are still loading is empty, whatever was chosen.
  const isFilled = ([name, value]: [string, FormDataEntryValue]) =>
    name in values && typeof value === 'string' && value !== '';
  const typed = [...new FormData(form)].filter(isFilled);
  return { ...values, ...Object.fromEntries(typed) };
}
