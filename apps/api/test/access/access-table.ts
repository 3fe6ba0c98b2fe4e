import { type Actor, actors, programsOf } from './actors.ts';
import { ofProgram } from './program-asks.ts';

/*
 * The expected status of every route for each of `actors`, in their order. An object of somebody else is not found (404); an
 * action never open to the caller's role is forbidden (403); a caller without a valid session is unauthenticated (401).
 * The named officer and supervisor are recused from the complaint, which to them is like one of another MDA.
 * The officers in units get what `officer` and the named officer get, programs what `ofProgram` says.
 * Brackets after a route name one of several ways to call it. READ is GET and HEAD.
 */
const table = `
                                                  nobody owner  officer       superv.       admin    disabled asStaff namedOff. guest
                                                     unverif. stranger other         other     oversight revoked    namedSup.
GET    /api/portal                                200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /api/public/choices                        200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /api/public/area                           200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /api/public/names                          200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /api/public/outline                        200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST   /api/public/area                           200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST   /api/public/complaint                      201 201 201 201 201 201 201 201 201 201 201 201 201 201 201 201
POST   /api/public/suggestion                     200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST   /api/public/known-issue                    200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /api/public/known-issue/:id                200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /api/public/custom-field/:id               200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST   /api/public/session                        401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET    /api/numbers                               200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /api/log                                   200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST   /api/register                              201 201 201 201 201 201 201 201 201 201 201 201 201 201 201 201
POST   /api/verify-email                          400 400 400 400 400 400 400 400 400 400 400 400 400 400 400 400
POST   /api/resend-code                           200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST   /api/login                                 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST   /api/invitation                            404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
POST   /api/invitation/accept                     404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
POST   /api/oidc/start                            404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
POST   /api/oidc/link                             401 401 403 403 404 404 404 404 404 404 401 401 403 404 404 403
POST   /api/oidc/session                          401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
GET    /api/oidc/callback                         303 303 303 303 303 303 303 303 303 303 303 303 303 303 303 303
POST   /api/oidc/logout                           404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
POST   /api/forgot-password                       200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
PUT    /api/reset-password                        400 400 400 400 400 400 400 400 400 400 400 400 400 400 400 400
POST   /api/logout                                401 401 200 200 200 200 200 200 200 200 401 401 200 200 200 200
PUT    /api/update-password                       401 401 200 200 200 200 200 200 200 200 401 401 200 200 200 403
POST   /api/password-again                        401 401 204 204 204 204 204 204 204 204 401 401 204 204 204 403
GET    /api/session                               401 401 200 200 200 200 200 200 200 200 401 401 200 200 200 403
DELETE /api/session/:id                           401 401 204 404 404 404 404 404 404 404 401 401 404 404 404 403
GET    /api/users/get-details                     401 401 200 200 403 403 403 403 403 403 401 401 200 403 403 403
PUT    /api/users/language                        401 401 204 204 204 204 204 204 204 204 401 401 204 204 204 403
PUT    /api/users/news                            401 401 404 404 403 403 403 403 403 403 401 401 404 403 403 403
GET    /api/users/info                            401 401 200 200 403 403 403 403 403 403 401 401 200 403 403 403
PUT    /api/users/update-profile                  401 401 200 200 403 403 403 403 403 403 401 401 200 403 403 403
GET    /api/users/customer-support                401 401 200 200 403 403 403 403 403 403 401 401 200 403 403 403
GET    /api/users/mda                             401 401 403 403 200 200 200 200 200 200 401 401 403 200 200 403
GET    /api/users/export                          401 401 200 200 403 403 403 403 403 403 401 401 200 403 403 403
POST   /api/users/delete-account                  401 401 400 400 403 403 403 403 403 403 401 401 400 403 403 403
POST   /api/complaint                             401 401 201 201 403 403 403 403 403 403 401 401 201 403 403 403
GET    /api/complaint                             401 401 200 200 403 403 403 403 403 403 401 401 200 403 403 403
GET    /api/complaint/counts                      401 401 200 200 403 403 403 403 403 403 401 401 200 403 403 403
GET    /api/complaint/:id                         401 401 200 404 403 403 403 403 403 403 401 401 404 403 403 404
GET    /api/complaint/:id/receipt                 401 401 202 404 403 403 403 403 403 403 401 401 404 403 403 404
POST   /api/complaint/:id/translation             401 401 404 404 403 403 403 403 403 403 401 401 404 403 403 404
PUT    /api/complaint/reopen-complaint            401 401 200 404 403 403 403 403 403 403 401 401 404 403 403 404
PUT    /api/complaint/withdraw-complaint          401 401 200 404 403 403 403 403 403 403 401 401 404 403 403 404
PUT    /api/complaint/answer-complaint            401 401 200 404 403 403 403 403 403 403 401 401 404 403 403 404
PUT    /api/complaint/confirm-resolution          401 401 200 404 403 403 403 403 403 403 401 401 404 403 403 404
PUT    /api/complaint/take-over                   401 401 400 400 403 403 403 403 403 403 401 401 400 403 403 403
PUT    /api/complaint/receipt-code                401 401 404 404 403 403 403 403 403 403 401 401 404 403 403 404
PUT    /api/complaint/appeal                      401 401 200 404 403 403 403 403 403 403 401 401 404 403 403 404
PUT    /api/complaint/add-evidence                401 401 400 404 403 403 403 403 403 403 401 401 404 403 403 404
POST   /api/survey                                401 401 201 404 403 403 403 403 403 403 401 401 404 403 403 404
POST   /api/survey [in the name of the owner]     401 401 201 403 403 403 403 403 403 403 401 401 403 403 403 403
POST   /api/feedback                              401 401 201 201 403 403 403 403 403 403 401 401 201 403 403 403
OPTIONS /api/upload                               204 204 204 204 204 204 204 204 204 204 204 204 204 204 204 204
POST   /api/upload                                401 401 201 201 403 403 403 403 403 403 401 401 201 403 403 201
HEAD   /api/upload/:id                            401 401 404 404 403 403 403 403 403 403 401 401 404 403 403 404
PATCH  /api/upload/:id                            401 401 404 404 403 403 403 403 403 403 401 401 404 403 403 404
GET    /api/feedback                              401 401 200 200 403 403 403 403 403 403 401 401 200 403 403 403
GET    /api/feedback/:id                          401 401 200 404 403 403 403 403 403 403 401 401 404 403 403 403
GET    /api/notification                          401 401 200 200 200 200 200 200 403 200 401 401 200 200 200 403
GET    /api/notification/mark-as-read/:id         401 401 200 404 403 403 403 403 403 403 401 401 404 403 403 403
GET    /api/notification/mark-as-read/:id [cross-site] 401 401 403 403 403 403 403 403 403 403 401 401 403 403 403 403
PUT    /api/notification/mark-as-read/:id         401 401 200 404 404 404 404 404 403 404 401 401 404 404 404 403
PUT    /api/notification/mark-as-read             401 401 200 200 200 200 200 200 403 200 401 401 200 200 200 403
GET    /api/notification/stream                   401 401 200 200 403 403 403 403 403 403 401 401 200 403 403 403
GET    /api/known-issue                           401 401 200 200 403 403 403 403 403 403 401 401 200 403 403 403
PUT    /api/known-issue/:id/follower              401 401 204 204 403 403 403 403 403 403 401 401 204 403 403 403
DELETE /api/known-issue/:id/follower              401 401 204 204 403 403 403 403 403 403 401 401 204 403 403 403
GET    /api/mda                                   401 401 200 200 200 200 200 200 200 200 401 401 200 200 200 403
GET    /api/mda/stats                             401 401 200 200 200 200 200 200 200 200 401 401 200 200 200 403
GET    /api/mda/get-jurisdictions/:id             401 401 200 200 200 200 200 200 200 200 401 401 200 200 200 403
GET    /api/mda/:id/summary                       401 401 200 200 200 200 200 200 200 200 401 401 200 200 200 403
GET    /api/category/complaints                   401 401 200 200 200 200 200 200 200 200 401 401 200 200 200 403
GET    /api/category/feedback                     401 401 200 200 200 200 200 200 200 200 401 401 200 200 200 403
GET    /api/desk/me                               401 401 403 403 200 200 200 200 200 200 401 401 403 200 200 403
GET    /api/desk/colleague                        401 401 403 403 200 200 200 200 403 200 401 401 403 200 200 403
GET    /api/desk/mail-times                       401 401 403 403 200 200 200 200 403 200 401 401 403 200 200 403
PUT    /api/desk/mail-times                       401 401 403 403 200 200 200 200 403 200 401 401 403 200 200 403
GET    /api/desk/staff                            401 401 403 403 403 403 403 403 200 403 401 401 403 403 403 403
POST   /api/desk/staff                            401 401 403 403 403 403 403 403 201 403 401 401 403 403 403 403
PATCH  /api/desk/staff                            401 401 403 403 403 403 403 403 200 403 401 401 403 403 403 403
PATCH  /api/desk/staff [a citizen]                401 401 403 403 403 403 403 403 404 403 401 401 403 403 403 403
POST   /api/desk/filed                            401 401 403 403 201 201 201 201 403 403 401 401 403 201 201 403
GET    /api/desk/filed                            401 401 403 403 403 403 403 403 403 403 401 401 403 403 403 403
POST   /api/desk/similar                          401 401 403 403 200 200 200 200 403 403 401 401 403 200 200 403
POST   /api/desk/caller                           401 401 403 403 200 200 200 200 403 403 401 401 403 200 200 403
GET    /api/desk/saved-reply                      401 401 403 403 200 200 200 200 403 403 401 401 403 200 200 403
GET    /api/desk/unit                             401 401 403 403 200 200 200 200 403 403 401 401 403 200 200 403
POST   /api/desk/unit                             401 401 403 403 403 403 201 201 403 403 401 401 403 403 201 403
PATCH  /api/desk/unit/:id                         401 401 403 403 403 403 200 404 403 403 401 401 403 403 200 403
GET    /api/desk/tag                              401 401 403 403 403 403 200 200 403 403 401 401 403 403 200 403
POST   /api/desk/tag                              401 401 403 403 403 403 204 204 403 403 401 401 403 403 204 403
GET    /api/desk/rule                             401 401 403 403 403 403 200 200 403 200 401 401 403 403 200 403
PUT    /api/desk/rule                             401 401 403 403 403 403 200 200 403 403 401 401 403 403 200 403
POST   /api/desk/rule/trial                       401 401 403 403 403 403 200 200 403 403 401 401 403 403 200 403
GET    /api/desk/custom-field                     401 401 403 403 200 200 200 200 403 200 401 401 403 200 200 403
POST   /api/desk/custom-field                     401 401 403 403 403 403 201 201 403 403 401 401 403 403 201 403
PATCH  /api/desk/custom-field/:id                 401 401 403 403 403 403 200 404 403 403 401 401 403 403 200 403
POST   /api/desk/saved-reply                      401 401 403 403 403 403 201 201 403 403 401 401 403 403 201 403
PATCH  /api/desk/saved-reply/:id                  401 401 403 403 403 404 200 404 403 403 401 401 403 403 200 403
DELETE /api/desk/saved-reply/:id                  401 401 403 403 403 404 204 404 403 403 401 401 403 403 204 403
GET    /api/desk/saved-view                       401 401 403 403 200 200 200 200 403 403 401 401 403 200 200 403
POST   /api/desk/saved-view                       401 401 403 403 403 403 201 201 403 403 401 401 403 403 201 403
PATCH  /api/desk/saved-view/:id                   401 401 403 403 403 404 200 404 403 403 401 401 403 403 200 403
DELETE /api/desk/saved-view/:id                   401 401 403 403 403 404 204 404 403 403 401 401 403 403 204 403
GET    /api/desk/burst                            401 401 403 403 403 403 200 200 403 403 401 401 403 403 200 403
GET    /api/desk/known-issue                      401 401 403 403 200 200 200 200 403 403 401 401 403 200 200 403
POST   /api/desk/known-issue                      401 401 403 403 403 403 201 404 403 403 401 401 403 403 404 403
PATCH  /api/desk/known-issue/:id                  401 401 403 403 403 403 200 404 403 403 401 401 403 403 200 403
PUT    /api/desk/known-issue/:id/complaint        401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/known-issue/:id/update           401 401 403 403 403 403 201 404 403 403 401 401 403 403 201 403
GET    /api/desk/contact                          401 401 403 403 403 403 200 200 403 403 401 401 403 403 200 403
POST   /api/desk/contact                          401 401 403 403 403 403 201 201 403 403 401 401 403 403 201 403
PATCH  /api/desk/contact/:id                      401 401 403 403 403 403 200 404 403 403 401 401 403 403 200 403
DELETE /api/desk/contact/:id                      401 401 403 403 403 403 200 404 403 403 401 401 403 403 200 403
GET    /api/desk/mda-staff                        401 401 403 403 403 403 200 200 403 403 401 401 403 403 200 403
GET    /api/desk/holiday                          401 401 403 403 403 403 200 200 200 403 401 401 403 403 200 403
POST   /api/desk/holiday                          401 401 403 403 403 403 201 201 201 403 401 401 403 403 201 403
DELETE /api/desk/holiday/:id                      401 401 403 403 403 403 200 404 404 403 401 401 403 403 200 403
GET    /api/desk/target                           401 401 403 403 403 403 200 200 403 403 401 401 403 403 200 403
PUT    /api/desk/target                           401 401 403 403 403 403 200 200 403 403 401 401 403 403 200 403
GET    /api/desk/weekend                          401 401 403 403 403 403 200 200 403 403 401 401 403 403 200 403
PUT    /api/desk/weekend                          401 401 403 403 403 403 200 409 403 403 401 401 403 403 200 403
DELETE /api/desk/target/:id                       401 401 403 403 403 403 200 404 403 403 401 401 403 403 200 403
GET    /api/desk/report                           401 401 403 403 403 403 200 200 403 200 401 401 403 403 200 403
GET    /api/desk/report/export                    401 401 403 403 403 403 200 200 403 200 401 401 403 403 200 403
GET    /api/desk/mda                              401 401 403 403 403 403 403 403 200 403 401 401 403 403 403 403
POST   /api/desk/mda                              401 401 403 403 403 403 403 403 201 403 401 401 403 403 403 403
PATCH  /api/desk/mda/:id                          401 401 403 403 403 403 403 403 200 403 401 401 403 403 403 403
POST   /api/desk/mda/:id/jurisdiction             401 401 403 403 403 403 403 403 201 403 401 401 403 403 403 403
PATCH  /api/desk/jurisdiction/:id                 401 401 403 403 403 403 403 403 200 403 401 401 403 403 403 403
GET    /api/desk/category                         401 401 403 403 403 403 403 403 200 403 401 401 403 403 403 403
POST   /api/desk/category                         401 401 403 403 403 403 403 403 201 403 401 401 403 403 403 403
PATCH  /api/desk/category/:id                     401 401 403 403 403 403 403 403 200 403 401 401 403 403 403 403
GET    /api/desk/demo                             401 401 403 403 403 403 403 403 200 403 401 401 403 403 403 403
PUT    /api/desk/names/:kind/:id                  401 401 403 403 403 403 403 403 204 403 401 401 403 403 403 403
POST   /api/desk/demo/removal                     401 401 403 403 403 403 403 403 200 403 401 401 403 403 403 403
GET    /api/desk/feedback                         401 401 403 403 403 403 403 403 200 200 401 401 403 403 403 403
GET    /api/desk/feedback/:id                     401 401 403 403 403 403 403 403 200 200 401 401 403 403 403 403
POST   /api/desk/feedback/:id/reply               401 401 403 403 403 403 403 403 200 200 401 401 403 403 403 403
POST   /api/desk/staff/:id/invitation             401 401 403 403 403 403 403 403 200 403 401 401 403 403 403 403
POST   /api/desk/staff/:id/invitation [a citizen] 401 401 403 403 403 403 403 403 404 403 401 401 403 403 403 403
POST   /api/desk/staff/:id/sign-out               401 401 403 403 403 403 403 403 200 403 401 401 403 403 403 403
POST   /api/desk/staff/:id/sign-out [a citizen]   401 401 403 403 403 403 403 403 404 403 401 401 403 403 403 403
POST   /api/desk/staff/:id/mfa-reset              401 401 403 403 403 403 403 403 200 403 401 401 403 403 403 403
POST   /api/desk/staff/:id/mfa-reset [a citizen]  401 401 403 403 403 403 403 403 404 403 401 401 403 403 403 403
GET    /api/desk/access-change                    401 401 403 403 403 403 200 200 200 200 401 401 403 403 200 403
POST   /api/desk/access-change/:id/confirmation   401 401 403 403 403 403 403 403 200 200 401 401 403 403 403 403
DELETE /api/desk/access-change/:id/confirmation   401 401 403 403 403 403 403 403 200 200 401 401 403 403 403 403
POST   /api/desk/access-change/:id/undo           401 401 403 403 403 403 200 404 200 200 401 401 403 403 200 403
GET    /api/events                                401 401 403 403 200 200 200 200 403 200 401 401 403 200 200 403
GET    /api/desk/program                          401 401 403 403 403 403 200 200 200 200 401 401 403 403 200 403
POST   /api/desk/token                            401 401 403 403 403 403 201 201 201 201 401 401 403 403 201 403
POST   /api/desk/webhook                          401 401 403 403 403 403 201 201 201 201 401 401 403 403 201 403
POST   /api/desk/webhook/:id/secret               401 401 403 403 403 403 200 404 200 200 401 401 403 403 200 403
GET    /api/desk/webhook/:id/delivery             401 401 403 403 403 403 200 404 200 200 401 401 403 403 200 403
POST   /api/desk/webhook/:id/delivery             401 401 403 403 403 403 200 404 200 200 401 401 403 403 200 403
POST   /api/desk/program/:id/confirmation         401 401 403 403 403 403 200 404 409 409 401 401 403 403 200 403
DELETE /api/desk/program/:id                      401 401 403 403 403 403 200 404 200 200 401 401 403 403 200 403
GET    /api/desk/staff/:id/cover                  401 401 403 403 404 404 200 404 200 403 401 401 403 404 200 403
PUT    /api/desk/staff/:id/leave                  401 401 403 403 404 404 200 404 200 403 401 401 403 404 200 403
GET    /api/desk/mfa                              401 401 403 403 200 200 200 200 200 200 401 401 403 200 200 403
POST   /api/desk/mfa                              401 401 403 403 200 200 200 200 200 200 401 401 403 200 200 403
POST   /api/desk/mfa/confirm                      401 401 403 403 400 400 400 400 400 400 401 401 403 400 400 403
POST   /api/desk/mfa/recovery-codes               401 401 403 403 409 409 409 409 409 409 401 401 403 409 409 403
POST   /api/desk/mfa/off                          401 401 403 403 409 409 409 409 409 409 401 401 403 409 409 403
GET    /api/desk/audit                            401 401 403 403 403 403 200 200 200 200 401 401 403 403 200 403
GET    /api/desk/audit/export                     401 401 403 403 403 403 200 200 200 200 401 401 403 403 200 403
GET    /api/desk/complaint                        401 401 403 403 200 200 200 200 403 200 401 401 403 200 200 403
GET    /api/desk/complaint/counts                 401 401 403 403 200 200 200 200 403 200 401 401 403 200 200 403
GET    /api/desk/complaint/total                  401 401 403 403 200 200 200 200 403 200 401 401 403 200 200 403
GET    /api/desk/stream                           401 401 403 403 200 200 200 200 403 200 401 401 403 200 200 403
POST   /api/desk/complaint/:id/translation        401 401 403 403 404 404 404 404 403 404 401 401 403 404 404 403
GET    /api/desk/complaint/:id                    401 401 403 403 200 404 200 404 403 200 401 401 403 404 404 403
GET    /api/desk/complaint/:id/similar            401 401 403 403 200 404 200 404 403 200 401 401 403 404 404 403
GET    /api/desk/complaint/:id/earlier            401 401 403 403 200 404 200 404 403 200 401 401 403 404 404 403
POST   /api/desk/bulk-run                         401 401 403 403 201 201 201 201 403 403 401 401 403 201 201 403
GET    /api/desk/bulk-run                         401 401 403 403 200 200 200 200 403 403 401 401 403 200 200 403
DELETE /api/desk/bulk-run/:id                     401 401 403 403 404 404 404 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/presence           401 401 403 403 204 404 204 404 403 204 401 401 403 404 404 403
POST   /api/desk/complaint/:id/undo              401 401 403 403 409 409 409 409 403 409 401 401 403 409 409 403
POST   /api/desk/complaint/preview               401 401 403 403 200 200 200 200 403 403 401 401 403 200 200 403
POST   /api/desk/complaint/:id/:action [start]    401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [reply]    401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [ask]      401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [resolve]  401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [proposeRejection] 401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [reject]   401 401 403 403 403 403 200 404 403 403 401 401 403 403 404 403
POST   /api/desk/complaint/:id/:action [returnRejection] 401 401 403 403 403 403 200 404 403 403 401 401 403 403 404 403
POST   /api/desk/complaint/:id/:action [withdrawQuestion] 401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [assign]   401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [appeal]   401 401 403 403 403 403 403 403 403 403 401 401 403 403 403 403
POST   /api/desk/complaint/:id/:action [upholdAppeal] 401 401 403 403 403 403 403 403 403 200 401 401 403 403 403 403
POST   /api/desk/complaint/:id/:action [declineAppeal] 401 401 403 403 403 403 403 403 403 200 401 401 403 403 403 403
POST   /api/desk/complaint/:id/:action [note]     401 401 403 403 200 404 200 404 403 200 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [answer]   401 401 403 403 403 403 403 403 403 403 401 401 403 403 403 403
POST   /api/desk/complaint/:id/:action [confirmResolution] 401 401 403 403 403 403 403 403 403 403 401 401 403 403 403 403
POST   /api/desk/complaint/:id/:action [revokeConfirmation] 401 401 403 403 403 403 403 403 403 403 401 401 403 403 403 403
POST   /api/desk/complaint/:id/:action [addEvidence]   401 401 403 403 403 403 403 403 403 403 401 401 403 403 403 403
POST   /api/desk/complaint/:id/:action [withdraw] 401 401 403 403 403 403 403 403 403 403 401 401 403 403 403 403
POST   /api/desk/complaint/:id/:action [reopen]   401 401 403 403 403 403 403 403 403 403 401 401 403 403 403 403
POST   /api/desk/complaint/:id/:action [tag]        401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [untag]      401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [prioritise] 401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [followUp]   401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [setUnit]    401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [setFields]  401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [categorise] 401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [extend]   401 401 403 403 403 403 200 404 403 403 401 401 403 403 404 403
POST   /api/desk/complaint/:id/:action [merge]    401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [offerTransfer]    401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [withdrawTransfer] 401 401 403 403 200 404 200 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [acceptTransfer]   401 401 403 403 409 404 409 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [declineTransfer]  401 401 403 403 409 404 409 404 403 403 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [decideTransfer]   401 401 403 403 403 403 403 403 403 200 401 401 403 403 403 403
POST   /api/desk/complaint/:id/:action [requestIdentity]      401 401 403 403 200 404 200 404 403 200 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [discloseIdentity]     401 401 403 403 403 403 200 404 403 200 401 401 403 403 404 403
POST   /api/desk/complaint/:id/:action [denyIdentity]   401 401 403 403 403 403 200 404 403 200 401 401 403 403 404 403
POST   /api/desk/complaint/:id/:action [recuse] 401 401 403 403 200 404 200 404 403 200 401 401 403 404 404 403
POST   /api/desk/complaint/:id/:action [confirmRecusal] 401 401 403 403 403 403 200 404 403 200 401 401 403 403 404 403
POST   /api/desk/complaint/:id/:action [liftRecusal]   401 401 403 403 403 403 200 404 403 200 401 401 403 403 404 403
POST   /api/desk/complaint/:id/:action [release]  401 401 403 403 403 403 403 403 403 403 401 401 403 403 403 403
POST   /api/desk/complaint/:id/:action [remind]   401 401 403 403 403 403 403 403 403 403 401 401 403 403 403 403
POST   /api/desk/complaint/:id/:action [applyRule] 401 401 403 403 403 403 403 403 403 403 401 401 403 403 403 403
POST   /api/desk/complaint/:id/:action [escalate] 401 401 403 403 403 403 403 403 403 403 401 401 403 403 403 403
POST   /api/desk/complaint/:id/:action [erase]    401 401 403 403 404 404 404 404 403 404 401 401 403 404 404 403
GET    /api/file/:id                              404 404 200 404 200 404 200 404 404 200 404 404 404 404 404 404
GET    /api/file/:id [address of the owner]       200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /api/file/:id [unsigned]                   404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
READ   /api/openapi.json                          200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /api/docs                                  200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
READ   /api/docs/errors                           200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /api/docs/json                             200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /api/docs/yaml                             200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /api/docs/static/*                         200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
HEAD   /api/docs/static/*                         200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /api/docs/static/index.html                302 302 302 302 302 302 302 302 302 302 302 302 302 302 302 302
GET    /api/docs/static/swagger-initializer.js    200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
READ   /health/live                               200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
READ   /health/ready                              200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /complain/plain                            200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /track/plain                               200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /channel/:name/:secret                     200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST   /channel/:name/:secret                     200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST   /channel/:name/:secret [with a guess]      404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
GET    /channel/:name/:secret/:report             200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
POST   /channel/:name/:secret/:report             200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /solved/:token                             404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
POST   /solved/:token                             404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
POST   /complain                                  201 201 201 201 201 201 201 201 201 201 201 201 201 201 201 201
POST   /track                                     401 401 401 401 401 401 401 401 401 401 401 401 401 401 401 401
READ   /data.json                                 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
READ   /data/complaints.csv-metadata.json         200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
READ   /data/complaints.csv                       200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
READ   /data/areas.csv-metadata.json              200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
READ   /data/areas.csv                            200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
READ   /data/holidays.ics                         200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
READ   /open311/discovery.:format                 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
READ   /open311/v2/services.:format               200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
READ   /open311/v2/services/:code.:format         200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /open311/v2/requests/:id.:format           200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /open311/v2/tokens/:id.:format             200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /open311/v2/requests.:format               403 403 403 403 403 403 403 403 403 403 403 403 403 403 403 403
GET    /open311/v2/servicerequestupdates.:format  403 403 403 403 403 403 403 403 403 403 403 403 403 403 403 403
POST   /open311/v2/requests.:format               403 403 403 403 403 403 403 403 403 403 403 403 403 403 403 403
GET    /open311/v2/*                             404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
POST   /open311/v2/*                             404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
GET    /map.pmtiles                               404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
GET    /log/checkpoint                            404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
GET    /log/vkey                                  200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /log/tile/*                                404 404 404 404 404 404 404 404 404 404 404 404 404 404 404 404
READ   /*                                         200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
READ   /desk/*                                    200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
READ   /                                          200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
READ   /index.html                                200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
READ   /desk/                                     200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
READ   /desk/index.html                           200 200 200 200 200 200 200 200 200 200 200 200 200 200 200 200
GET    /desk                                      301 301 301 301 301 301 301 301 301 301 301 301 301 301 301 301
`;

/** One way to call a route, and the expected status for each actor. */
export interface AccessRow {
  readonly method: string;
  readonly url: string;
  /** Variant of the call; empty for the plain one. */
  readonly way: string;
  readonly name: string;
  readonly expected: Readonly<Record<Actor, number>>;
}

const line = /^(?<method>[A-Z]+) +(?<url>\/\S*)(?: +\[(?<way>[^\]]+)\])? +(?<cells>[\d ]+)$/;

/** Calls of agents beside those of everybody and of all staff. */
const forAgents: Readonly<Record<string, number>> = { 'POST /api/desk/filed': 201, 'GET /api/desk/filed': 200 };

/** The answer to an agent: that of all staff, where it is the same for all; no other call is for them. */
function ofAgent(route: string, listed: readonly number[]): number {
  const [nobody, officer, administrator, oversight] = (
    ['nobody', 'officer', 'administrator', 'oversight'] as const
  ).map((actor) => listed[actors.indexOf(actor)]!);
  const isForAllStaff = officer === administrator && officer === oversight;
  return forAgents[route] ?? (isForAllStaff ? officer! : nobody === 401 ? 403 : administrator!);
}

export const accessTable: readonly AccessRow[] = table
  .split('\n')
  .filter((row) => row.includes('/'))
  .flatMap((row) => (row.startsWith('READ ') ? ['GET ', 'HEAD'].map((method) => row.replace('READ', method)) : [row]))
  .map((row) => {
    const { method = '', url = '', way = '', cells = '' } = line.exec(row)?.groups ?? {};
    const listed = cells.split(' ').map(Number);
    // In a unit without a wall one reads what officers read; behind a wall, other cases are as if one were recused.
    const [officer, recused] = [listed[actors.indexOf('officer')]!, listed[actors.indexOf('recusedOfficer')]!];
    // These two name an officer, and officers may name themselves only.
    const programs = Object.values(programsOf).map(({ like, scopes }) => {
      const answers = { ofNobody: listed[0]!, ofRole: listed[actors.indexOf(like)]!, scopes };
      return ofProgram(`${method} ${url}`, way, answers);
    });
    const statuses = [
      ...listed,
      way === 'assign' || way === 'recuse' ? 403 : officer,
      recused,
      ...programs,
      ofAgent(`${method} ${url}`, listed),
    ];
    if (statuses.length !== actors.length) throw new Error(`This row has not one answer for each actor: ${row}`);
    const expected = Object.fromEntries(actors.map((actor, index) => [actor, statuses[index]]));
    return { method, url, way, name: row.split(/ \d{3} /)[0]?.trim() ?? '', expected } as AccessRow;
  });
