import { INVITATION_DAYS } from '../../contract/limits.ts';
import { roles, type Role } from '../../contract/people/permissions.ts';
import { makeLinkToken } from '../auth/codes.ts';
import type { Env } from '../env.ts';
import type { Mailers } from '../integrations/mail.ts';
import type { JobRun } from '../jobs/jobs.ts';
import { hashToken } from '../pipeline/authenticate.ts';
import { invitationEnd } from './invite.ts';
import { invitationMail } from './mails.ts';

interface Armed {
  invited_email: string;
  role: Role;
  restaurant: string;
  by: string;
}

/**
 * The mail with an invitation's link. Its token is made here, so that it is never in a job's data. If the job runs again after its mail was
 * sent, the person gets a second mail, whose link is the valid one.
 */
export function invitationJobs(
  { ordinary }: Pick<Mailers, 'ordinary'>,
  { publicUrl }: Pick<Env, 'publicUrl'>,
): Record<string, JobRun> {
  return {
    'mail.invitation': async ({ restaurant_id, membership_id, user_id }, { owner, clock }) => {
      const token = makeLinkToken();
      // Nothing is found of an invitation that was taken back or accepted, or whose sender has left.
      const { rows } = await owner.query<Armed>(
        `UPDATE memberships i SET invitation_hash = $4, invitation_expires_at = $5
           FROM restaurants r, memberships m JOIN users u ON u.id = m.user_id
          WHERE i.restaurant_id = $1 AND i.id = $2 AND i.user_id IS NULL AND i.suspended_at IS NULL
            AND r.restaurant_id = $1 AND m.restaurant_id = $1 AND m.user_id = $3 AND m.suspended_at IS NULL
          RETURNING i.invited_email, i.role, r.name AS restaurant, coalesce(m.name, u.name, u.email) AS by`,
        [restaurant_id, membership_id, user_id, hashToken(token), invitationEnd(clock.now())],
      );
      const [armed] = rows;
      if (!armed) return;
      const { invited_email: to, role, restaurant, by } = armed;
      // The address comes from a setting: a request's host never gets into a mail.
      const link = `${publicUrl}/join?token=${token}`;
      await ordinary.send({
        to,
        ...invitationMail({ by, restaurant, role: roles[role].label, link }, INVITATION_DAYS),
      });
    },
  };
}
