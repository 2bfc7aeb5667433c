import java.util.List;
import java.util.regex.*;
import org.openapitools.client.*;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Example {
  public static void main(String[] words) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE_URL"));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("API_KEY")));
    PetsApi pets = new PetsApi(client);

    for (String name : List.of("Rex", "Tom")) {
      Pet pet = pets.createPet(new PetInput().name(name).categoryId(7L), null);
      System.out.println("created " + pet.getName());
    }

    String cursor = null;
    do {
      var page = pets.listPetsWithHttpInfo(1, PetStatus.AVAILABLE, null, cursor, null);
      for (Pet pet : page.getData()) System.out.println("page " + pet.getName());
      Matcher link = Pattern.compile("cursor=([\\w-]+)").matcher(page.getHeaders().getOrDefault("link", List.of()).toString());
      cursor = link.find() ? link.group(1) : null;
    } while (cursor != null);

    try {
      pets.listPets(null, null, null, "unknown", null);
    } catch (ApiException failed) {
      var error = client.getObjectMapper().readValue(failed.getResponseBody(), org.openapitools.client.model.Error.class);
      System.out.println("error " + error.getStatus() + " " + error.getCode());
    }

    for (Event event : new EventsApi(client).listEvents(null, null, 1))
      System.out.println("event " + event.getPosition() + " " + event.getType() + " " + event.getData().getName() + " " + event.getData().getCategoryId());
  }
}
