import { ApiError, getDeskComplaint, type ActionInput, type DeskComplaint } from '@baraza/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Carrier, type Carry, endpointQuery, errorText } from '@baraza/app';
import { useTransitionComplaint } from '../complaint.api.ts';
import type { Seen } from './use-seen.ts';

export type CommandInput = Omit<ActionInput, 'version'>;

/** Takes actions on the version the person has seen. Calls `onGone` when they can no longer see the complaint. */
export function useTransitions(complaint: DeskComplaint, seen: Seen, onGone: () => void) {
  const client = useQueryClient();
  const { mutateAsync } = useTransitionComplaint(complaint.id);
  const [pending, setPending] = useState<string | null>(null);
  // A ref beside the state: two calls that waited for something would both see the old state.
  const isBusy = useRef(false);
  const [refusal, setRefusal] = useState<{ action: string; text: string } | null>(null);

  /** Takes an action. Returns the complaint after it, or null if it is no longer visible; undefined if refused. */
  const act = async (action: string, input: CommandInput = {}, carry?: Carry) => {
    if (isBusy.current) return undefined;
    isBusy.current = true;
    setPending(action);
    setRefusal(null);
    try {
      const take = (carrier?: Carrier) =>
        seen.own(() => mutateAsync({ ...input, action, carrier, version: seen.version }));
      const after = await (carry ? carry(take) : take());
      if (after === null) onGone();
      return after === undefined ? undefined : { after };
    } catch (error) {
      setRefusal({ action, text: errorText(error) });
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) {
        await client.invalidateQueries(endpointQuery(getDeskComplaint, { params: { id: complaint.id } }));
      }
      return undefined;
    } finally {
      isBusy.current = false;
      setPending(null);
    }
  };
  return { pending, refusal, act, dismiss: () => setRefusal(null) };
}

/** Pending action, and the refusal of the last one. */
export type Transitions = ReturnType<typeof useTransitions>;
