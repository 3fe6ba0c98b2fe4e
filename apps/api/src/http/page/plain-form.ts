import { Html, html } from '../../texts/html.ts';

/** Fields of a form as typed. */
export type Typed = Readonly<Record<string, string>>;

function labelled(id: string, label: Html, control: Html): Html {
  return html`<p class="grid gap-1.5">
    <label for="${id}" class="font-semibold">${label}</label>
    ${control}
  </p>`;
}

/** A field for one line; `attributes` are HTML of our own. */
export function input(name: string, label: Html, value = '', attributes = ''): Html {
  const [id, own] = [`f-${name}`, new Html(attributes)];
  const control = html`<input class="control" id="${id}" name="${name}" value="${value}" autocomplete="off" ${own} />`;
  return labelled(id, label, control);
}

/** A field for several lines. */
export function area(name: string, label: Html, value: string, max: number, id = `f-${name}`): Html {
  const limits = html`rows="8" maxlength="${String(max)}"`;
  const control = html`<textarea class="control" id="${id}" name="${name}" ${limits}>${value}</textarea>`;
  return labelled(id, label, control);
}

/** A choice of one, with nothing chosen at first. */
export function select(name: string, label: Html, options: readonly Html[]): Html {
  const id = `f-${name}`;
  const control = html`<select class="control" id="${id}" name="${name}">
    <option value=""></option>
    ${options}
  </select>`;
  return labelled(id, label, control);
}

export function option(value: string, name: string, chosen: string | undefined): Html {
  return html`<option value="${value}" ${value === chosen ? 'selected' : ''}>${name}</option>`;
}

/** Fields that the reader does not see. */
export function hidden(fields: Typed): Html[] {
  return Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}

export function submitButton(label: Html): Html {
  return html`<p>
    <button
      class="inline-flex min-h-11 items-center rounded-1 border-[1.5px] border-brand bg-brand px-4.5 py-2 font-semibold text-on-brand"
      type="submit"
    >
      ${label}
    </button>
  </p>`;
}
