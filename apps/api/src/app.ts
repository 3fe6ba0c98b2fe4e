import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { recordRefusals } from './audit/audit-refusals.ts';
import { cacheSessions } from './auth/session/session-cache.ts';
import { channelRoutes } from './channels/channel.routes.ts';
import { signInRoutes } from './auth/sign-in.routes.ts';
import { profileRoutes } from './features/people/account/profile.routes.ts';
import { staffRoutes } from './features/people/account/staff.routes.ts';
import { programRoutes } from './features/people/program/program.routes.ts';
import { areaRoutes } from './features/public/area/area.routes.ts';
import { auditDeskRoutes } from './features/office/audit/audit.desk.routes.ts';
import { categoryRoutes } from './features/office/category/category.routes.ts';
import { complaintDeskRoutes } from './features/complaint/complaint.desk.routes.ts';
import { complaintRoutes } from './features/complaint/complaint.routes.ts';
import { demoAdminRoutes } from './features/demo/demo.admin.routes.ts';
import { feedbackDeskRoutes, feedbackRoutes } from './features/feedback/feedback.routes.ts';
import { oidcRoutes } from './features/people/oidc/oidc.routes.ts';
import { guestRoutes } from './features/people/guest/guest.routes.ts';
import { plainRoutes } from './features/people/guest/plain.routes.ts';
import { knownIssueRoutes } from './features/public/known-issue/known-issue.routes.ts';
import { logRoutes, logStateRoutes } from './features/log/log.routes.ts';
import { mdaAdminRoutes, mdaDeskRoutes, mdaRoutes } from './features/office/mda/mda.routes.ts';
import { notificationRoutes } from './features/engagement/notification/notification.routes.ts';
import { numbersRoutes, openDataRoutes } from './features/public/numbers/numbers.routes.ts';
import { mapRoutes, pageSettings, portalRoutes } from './features/public/portal/portal.routes.ts';
import { privacyRoutes } from './features/people/privacy/privacy.routes.ts';
import { reportDeskRoutes } from './features/public/report/report.desk.routes.ts';
import { ruleDeskRoutes } from './features/engagement/rule/rule.desk.routes.ts';
import { unitDeskRoutes } from './features/office/unit/unit.desk.routes.ts';
import { savedReplyDeskRoutes } from './features/complaint/saved-reply/saved-reply.desk.routes.ts';
import { savedViewDeskRoutes } from './features/complaint/saved-view/saved-view.desk.routes.ts';
import { slaDeskRoutes } from './features/office/sla/sla.desk.routes.ts';
import { solvedRoutes } from './features/complaint/solved-link/solved.routes.ts';
import { suggestionRoutes } from './features/complaint/suggestion/suggestion.routes.ts';
import { surveyRoutes } from './features/complaint/survey/survey.routes.ts';
import { translationRoutes } from './features/complaint/translation/translation.routes.ts';
import { fileRoutes } from './files/file.routes.ts';
import { uploadRoutes } from './files/resumable/upload.routes.ts';
import { requireDeclaredAccess } from './http/access-check.ts';
import { registerDocumentation } from './http/docs/api-docs.ts';
import { handleError } from './http/error-handler.ts';
import { registerHeaders } from './http/headers.ts';
import { readForms } from './http/page/plain-page.ts';
import { type AppFolders, registerApps, styleOf } from './http/page/static-apps.ts';
import { readJsonBodies, requireUnambiguousHead, serverOptions, waitForAnswers, watchRequests } from './http/server.ts';
import { endSlowReaders } from './http/slow-readers.ts';
import { registerLimits } from './limits/limits.ts';
import { healthRoutes } from './observability/health.routes.ts';
import { measureRequests } from './observability/metrics.ts';
import type { Services } from './services.ts';

/** Builds the whole server: every route is mounted here. The contract says who may call it. */
export async function buildApp(services: Services, folders: AppFolders): Promise<FastifyInstance> {
  const app = fastify(serverOptions(services));
  app.setErrorHandler(handleError);
  app.removeContentTypeParser('text/plain');
  readJsonBodies(app);
  // The schemas of the routes are for OpenAPI alone: `mount` itself checks input and reply.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  requireDeclaredAccess(app);
  if (services.tracing) await app.register(services.tracing.plugin);
  recordRefusals(app, services);
  watchRequests(app);
  measureRequests(app, services.metrics);
  registerHeaders(app, services.settings);

  waitForAnswers(app);
  endSlowReaders(app);
  // Registered first, so that refused requests count as well.
  await registerLimits(app, services);
  cacheSessions(app, services);
  requireUnambiguousHead(app);
  await app.register(cookie);
  await app.register(multipart);
  await registerDocumentation(app, services);
  await app.register(
    async (api) => {
      signInRoutes(api, services);
      profileRoutes(api, services);
      staffRoutes(api, services);
      programRoutes(api, services);
      complaintRoutes(api, services);
      complaintDeskRoutes(api, services);
      guestRoutes(api, services);
      suggestionRoutes(api, services);
      translationRoutes(api, services);
      knownIssueRoutes(api, services);
      surveyRoutes(api, services);
      feedbackRoutes(api, services);
      feedbackDeskRoutes(api, services);
      notificationRoutes(api, services);
      mdaRoutes(api, services);
      mdaDeskRoutes(api, services);
      reportDeskRoutes(api, services);
      mdaAdminRoutes(api, services);
      demoAdminRoutes(api, services);
      slaDeskRoutes(api, services);
      categoryRoutes(api, services);
      areaRoutes(api, services);
      savedReplyDeskRoutes(api, services);
      savedViewDeskRoutes(api, services);
      unitDeskRoutes(api, services);
      ruleDeskRoutes(api, services);
      auditDeskRoutes(api, services);
      privacyRoutes(api, services);
      portalRoutes(api, services);
      logStateRoutes(api, services);
      numbersRoutes(api, services);
      fileRoutes(api, services);
      await api.register(async (uploads) => uploadRoutes(uploads, services));
      await api.register(async (provider) => oidcRoutes(provider, services));
    },
    { prefix: '/api' },
  );
  healthRoutes(app, services);
  logRoutes(app, services);
  openDataRoutes(app, services);
  await app.register(async (map) => mapRoutes(map, services));
  await app.register(async (gateways) => channelRoutes(gateways, services));
  await app.register(async (pages) => {
    readForms(pages);
    plainRoutes(pages, services, styleOf(folders));
    solvedRoutes(pages, services, styleOf(folders));
  });
  await registerApps(app, folders, pageSettings(services));
  return app;
}
