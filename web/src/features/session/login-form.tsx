import { zodResolver } from "@hookform/resolvers/zod";
import { Login } from "@malamar/contract/session.ts";
import { useForm } from "react-hook-form";
import { Field, FieldError } from "#components/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { WriteButton } from "#components/write-button.tsx";
import { errorMessage } from "#lib/error-details.logic.ts";
import { useLogin } from "./mutations.ts";

export function LoginForm({ onLoggedIn }: { onLoggedIn: () => void }) {
  const form = useForm({ resolver: zodResolver(Login), defaultValues: { token: "" } });
  const login = useLogin();
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    try {
      await login.mutateAsync(input);
      onLoggedIn();
    } catch (error) {
      form.setError("root", { message: errorMessage(error) });
      form.setFocus("token");
    }
  });

  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
      <Field
        label="Token"
        hint="Malamar prints it in the terminal when it starts."
        error={errors.token?.message}
      >
        {(field) => (
          <Input
            {...field}
            {...form.register("token")}
            type="password"
            autoComplete="current-password"
            required
          />
        )}
      </Field>
      {errors.root?.message !== undefined && (
        <div role="alert">
          <FieldError>{errors.root.message}</FieldError>
        </div>
      )}
      <WriteButton
        type="submit"
        variant="primary"
        className="w-full"
        isBusy={login.isPending}
        busyLabel="Logging in…"
      >
        Log in
      </WriteButton>
    </form>
  );
}
