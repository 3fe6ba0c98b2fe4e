import { fireEvent, screen } from '@testing-library/react';

type Name = string | RegExp;

/** Presses a button as soon as it is rendered. */
export const press = async (name: Name) => fireEvent.click(await screen.findByRole('button', { name }));

/** Finds the field with this label. */
export const field = (label: Name) => screen.getByLabelText<HTMLInputElement>(label);

/** Fills in the field with this label. */
export const fill = (label: Name, value: string) => fireEvent.change(field(label), { target: { value } });

/** Whether a dialog is open. */
export const isDialogOpen = () => screen.queryByRole('dialog') !== null;
