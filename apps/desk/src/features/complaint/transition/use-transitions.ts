import { ApiError, getDeskComplaint, type ActionInput, type DeskComplaint } from '@baraza/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Carrier, type Carry, endpointQuery, errorText } from '@baraza/app';
import { useTransitionComplaint } from '../complaint.api.ts';
import type { Seen } from './use-seen.ts';

export type CommandInput = Omit<ActionInput, 'version'>;

/** Takes actions on the version the person has seen. After a conflict the complaint is refetched. */
export function useTransitions(complaint: DeskComplaint, seen: Seen) {
  const client = useQueryClient();
  const { mutateAsync } = useTransitionComplaint(complaint.id);
  const [pending, setPending] = useState<string | null>(null);
  // Beside the state: two who waited for something before they act know nothing of each other.
  const isBusy = useRef(false);
  const [refusal, setRefusal] = useState<{ action: string; text: string } | null>(null);

  /** Takes an action; returns the complaint as it is then, null if it was refused. */
  const act = async (action: string, input: CommandInput = {}, carry?: Carry): Promise<DeskComplaint | null> => {
    if (isBusy.current) return null;
    isBusy.current = true;
    setPending(action);
    setRefusal(null);
    try {
      const take = (carrier?: Carrier) =>
        seen.own(() => mutateAsync({ ...input, action, carrier, version: seen.version }));
      return (await (carry ? carry(take) : take())) ?? null;
    } catch (error) {
      setRefusal({ action, text: errorText(error) });
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) {
        await client.invalidateQueries(endpointQuery(getDeskComplaint, { params: { id: complaint.id } }));
      }
      return null;
    } finally {
      isBusy.current = false;
      setPending(null);
    }
  };
  return { pending, refusal, act, dismiss: () => setRefusal(null) };
}

/** The action under way, and why the last one failed. */
export type Transitions = ReturnType<typeof useTransitions>;
