import { exportReport, getReport } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { mount, mountDownload } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { downloadReport } from './export-report.ts';
import { makeReport, spanOf } from './make-report.ts';

/** Mounts the report and its export, for supervisors and oversight. */
export function reportDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, getReport, (context) => makeReport(context, context.query));

  mountDownload(app, all, exportReport, async (context) => {
    const { services, request, query } = context;
    const { span, mda } = await spanOf(context, query);
    const { from, to } = span;
    const object = mda ? { kind: 'mda', id: mda.id, label: mda.name } : undefined;
    await recordAuditEvent(services.db, services, request, {
      action: 'export.made',
      object,
      detail: { what: 'report', from, to },
    });
    return downloadReport(services.db, span, services.clock.now(), { format: query.format });
  });
}
